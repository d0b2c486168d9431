// Removes credentials from log lines, because logs get pasted into issues. Knows nothing of VS Code.

/** The most characters of a line. */
const longestLine = 4_000;

/** A quotation mark, escaped where JSON is nested in JSON, and the text up to the next one like it. */
const quoted = String.raw`(?<quote>\\*["'])(?:(?!\k<quote>)[^\r\n])*`;
/** The signs between a name and its value. */
const sign = String.raw`\\*["']?\s*[:=]\s*`;
/** Names as headers and objects write them. Names of one word, such as `token`, mean other things too and are left out. */
const mixedCase = String.raw`(?:\w*(?:password|passwd)|(?:[\w-]*[\w-](?:token|secret)|[\w-]*api[-_]?key))`;
/** Names as environment variables write them, such as ANTHROPIC_AUTH_TOKEN or MY_TOKEN_1. */
const upperCase = String.raw`[A-Z\d_]*(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS)(?:_\d+)?`;

/** Each pattern with its replacement, which keeps the text in front of the credential and its opening quotation mark. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/\bsk-ant-[\w-]+/g, 'sk-ant-…'],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^]*?(?=-----END|$)/g, '$1…'],
  [/\b(bearer|basic)(\s+)[\w.~+/-]+=*/gi, '$1$2…'],
  // Headers are removed to their end, because an authorization or a cookie has any number of parts. The two schemes above are no
  // secret.
  [
    new RegExp(
      String.raw`\b((?:proxy-)?authorization|(?:set-)?cookie)(\\*["']?\s*[:=](?!\s*\\*["']?(?:bearer|basic)\b)\s*)(?:${quoted}|[^\r\n]+)`,
      'gi',
    ),
    '$1$2$<quote>…',
  ],
  [new RegExp(String.raw`\b(${upperCase})(${sign})(?:${quoted}|[^\s"'\\;&]+)`, 'g'), '$1$2$<quote>…'],
  [new RegExp(String.raw`\b(${mixedCase})(${sign})(?:${quoted}|[^\s"'\\;&]+)`, 'gi'), '$1$2$<quote>…'],
  [/(--[\w-]{0,60}(?:token|password|secret|key)\s+)[^\s"'\\-][^\s"'\\]*/gi, '$1…'],
  // An address with a name and a password, as proxies have, or with a token in their place.
  [/\b(\w+:\/\/)[^\s/@"']+@/g, '$1…@'],
];

/** `text` cut to 4,000 characters, with `…` in place of every key, token and password in it. */
export function safe(text: string): string {
  const cut = text.length > longestLine ? `${text.slice(0, longestLine)}… (${text.length} characters)` : text;
  return credentials.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), cut);
}
