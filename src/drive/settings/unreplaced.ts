/**
 * Values that stand for a value: a variable that nothing replaced, a reference that nothing resolved, an example.
 * A key may have any character, so a form is recognised by the whole value, and by a part of it only where that
 * part names a variable.
 */

type Form = readonly [form: string, pattern: RegExp];

const name = '[A-Z_a-z][\\w.-]*';

/** Of any variable. The forms are named in messages in place of the value, which may be a secret. */
const ofVariables: readonly Form[] = [
  ['$(NAME)', /^\$\(.*\)$/],
  ['{{ NAME }}', /^\$?\{\{.*\}\}$|\{\{ *[A-Za-z][\w.]{2,} *\}\}/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the form
  ['${NAME}', /^\$\{.*\}$|\$\{[A-Z][A-Z\d_]{2,}\}/],
  ['$[NAME]', /^\$\[.*\]$/],
  ['{NAME}', /^\{ *[A-Za-z_][\w.]* *\}$/],
  ['#{NAME}', /^#\{.*\}#?$/],
  ['$NAME', /^\$(?:[A-Z]+(?:_[A-Z\d]+)*|[a-z]+(?:_[a-z\d]+)*|[a-z]+(?:[A-Z][a-z]+)+|env:\w+)$/],
  ['%NAME%', new RegExp(`^%${name}%$`)],
  ['__NAME__', new RegExp(`^__${name}__$`)],
  ['@NAME@', new RegExp(`^@${name}@$|^@[\\w.]+\\(.*\\)$`)],
  ['<...>', /^<.*>$/],
  ['[...]', /^(?:ENC)?\[.*\]$/],
  ['`command`', /^`.*`$/],
  ['process.env.NAME', /^(?:process\.env|secrets|env|vars?|inputs|parameters|steps)\.[A-Za-z_][\w.-]*$/],
];

/** Of a store of secrets, and examples. An ID may be an address, and a resource of a cloud. */
const ofKeys: readonly Form[] = [
  ['scheme://reference', /^[a-z][a-z\d+.-]*:\/\//i],
  [
    'store:reference',
    /^(?:encrypted|enc|sops|vault|arn|ssm|env|secrets?|secretsmanager|keyvault|akv|doppler|bws|op|ref|file):/i,
  ],
  ['!reference', /^!\w+ /],
  ['***', /^[\w-]{0,12}(?:\*{3,}|\.{3,}|…|•{3,}|x{4,})\w{0,8}$/i],
  [
    'an example',
    /^(?:x{3,}|change[-_ ]?me|(?:sk[-_])?your[-_ ].*|.*[-_]here|replace[-_ ].*|insert[-_ ].*|todo|tbd|none|null|undefined|placeholder|redacted)$/i,
  ],
];

const formIn = (forms: readonly Form[], value: string) =>
  forms.find(([, pattern]) => pattern.test(value))?.[0];

/** The form of a key that stands for a key; undefined for any other. */
export const placeholderForm = (key: string): string | undefined => formIn([...ofVariables, ...ofKeys], key);

/** The form of an ID that stands for an ID; undefined for any other. */
export const placeholderFormOfId = (id: string): string | undefined => formIn(ofVariables, id);
