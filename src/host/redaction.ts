// Takes credentials out of what is logged, because logs get pasted into issues. Knows nothing of VS Code.

/** Characters. */
const longestLine = 4_000;

/** The quotation mark that a line of JSON, in a line of JSON, may have escaped, and what stands up to the next one like it. */
const quoted = String.raw`(?<quote>\\*["'])(?:(?!\k<quote>)[^\r\n])*`;
/** Between a name and its value. */
const sign = String.raw`\\*["']?\s*[:=]\s*`;
/** As headers and objects have them: names of one word, such as `token`, mean other things too. */
const mixedCase = String.raw`(?:\w*(?:password|passwd)|(?:[\w-]*[\w-](?:token|secret)|[\w-]*api[-_]?key))`;
/** As variables of the environment have them, such as ANTHROPIC_AUTH_TOKEN or MY_TOKEN_1. */
const upperCase = String.raw`[A-Z\d_]*(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS)(?:_\d+)?`;

/** What stands in front of a credential stays, with its opening quotation mark; the credential goes. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/\bsk-ant-[\w-]+/g, 'sk-ant-…'],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^]*?(?=-----END|$)/g, '$1…'],
  [/\b(bearer|basic)(\s+)[\w.~+/-]+=*/gi, '$1$2…'],
  // Headers, to their end: an authorization has any number of parts, and so have cookies. The two schemes above are no secret.
  [
    new RegExp(
      String.raw`\b((?:proxy-)?authorization|(?:set-)?cookie)(\\*["']?\s*[:=](?!\s*\\*["']?(?:bearer|basic)\b)\s*)(?:${quoted}|[^\r\n]+)`,
      'gi',
    ),
    '$1$2$<quote>…',
  ],
  [new RegExp(String.raw`\b(${upperCase})(${sign})(?:${quoted}|[^\s"'\\;&]+)`, 'g'), '$1$2$<quote>…'],
  [new RegExp(String.raw`\b(${mixedCase})(${sign})(?:${quoted}|[^\s"'\\;&]+)`, 'gi'), '$1$2$<quote>…'],
  [/(--[\w-]*(?:token|password|secret|key)\s+)[^\s"'\\-][^\s"'\\]*/gi, '$1…'],
  // An address with a name and a password, as proxies have, or with a token in their place.
  [/\b(\w+:\/\/)[^\s/@"']+@/g, '$1…@'],
];

/** `text` cut to 4,000 characters, with `…` in place of every key, token and password in it. */
export function safe(text: string): string {
  const cut = text.length > longestLine ? `${text.slice(0, longestLine)}… (${text.length} characters)` : text;
  return credentials.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), cut);
}
