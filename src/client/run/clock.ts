/**
 * Milliseconds since the epoch by a clock that nobody sets: differences are right even if the clock of the machine is set
 * back meanwhile, as after a suspended virtual machine.
 */
export const monotonicNow = (): number => Math.floor(performance.timeOrigin + performance.now());
