export function quoted(text: string): string {
  return JSON.stringify(cut(text, 80));
}

export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}
