// Takes credentials out of what is logged, because logs get pasted into issues. Knows nothing of VS Code.

/** Characters. */
const longestLine = 4_000;

/** A value, with the quotation mark in front of it that a line of JSON may have escaped. */
const value = String.raw`(\\*["']?)[^\s"'\\,;&]+`;

/** What stands in front of a credential, and the credential. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/\bsk-ant-[\w-]+/g, 'sk-ant-…'],
  [/\b(bearer|basic)(\s+)[\w.~+/-]+=*/gi, '$1$2…'],
  // Headers, except for the scheme of an authorization, which is no secret.
  [
    new RegExp(
      String.raw`\b((?:x-api-key|proxy-authorization|authorization|cookie)\\*["']?\s*[:=]\s*)(?!\\*["']?(?:bearer|basic)\b)${value}`,
      'gi',
    ),
    '$1$2…',
  ],
  // Variables of the environment, such as ANTHROPIC_AUTH_TOKEN, in a command, a list or JSON.
  [new RegExp(String.raw`\b([A-Z\d_]*(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS)\\*["']?\s*[:=]\s*)${value}`, 'g'), '$1$2…'],
  // An address with a name and a password, as proxies have.
  [/\b(\w+:\/\/)[^\s/@:]+:[^\s/@]+@/g, '$1…@'],
];

/** `text` cut to 4,000 characters, with `…` in place of every key, token and password in it. */
export function safe(text: string): string {
  const cut = text.length > longestLine ? `${text.slice(0, longestLine)}… (${text.length} characters)` : text;
  return credentials.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), cut);
}
