/** The forms of values that stand for a value. Messages name the form in place of the value, which may be a secret. */
const forms: readonly (readonly [form: string, pattern: RegExp])[] = [
  // A key may begin with a dollar sign.
  ['$NAME', /^\$(?:[A-Z][A-Z\d_]*|\(.*\)|\{[^{].*\})$/],
  ['{{ NAME }}', /^\$?\{\{.*\}\}$/],
  ['<...>', /^<.*>$/],
];

/** Forms of keys only: an ID may be any word. */
const formsOfKeys: typeof forms = [
  ['***', /^[\w-]{0,12}(?:\*{3,}|\.{3,}|…|x{4,})\w{0,8}$/i],
  [
    'an example',
    /^(?:xxx|change[-_ ]?me|(?:sk[-_])?your[-_ ].*|todo|none|null|undefined|placeholder|redacted)$/i,
  ],
];

const formIn = (all: typeof forms, value: string) => all.find(([, pattern]) => pattern.test(value))?.[0];

/** The form of an ID that stands for an ID; undefined for any other. */
export const placeholderIn = (value: string) => formIn(forms, value);

/** The form of a key that stands for a key; undefined for any other. */
export const keyPlaceholderIn = (key: string) => formIn([...forms, ...formsOfKeys], key);
