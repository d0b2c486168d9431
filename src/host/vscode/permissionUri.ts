// The addresses of what a permission permits, as documents of editor tabs.

export const permissionScheme = 'parley-permission';

/** The path of a plan as Markdown. Any other path is that of the whole input as text. */
export const planPath = '/Plan.md';
