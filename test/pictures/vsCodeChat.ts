// VS Code's chat as far as its looks go: the elements and classes that its chat has (VS Code 1.139), the sizes that its workbench gives its style sheet, what
// is measured, and why Parley differs where it does.
export interface Conversation {
  readonly prompt: string;
  /** Markdown: what `theirPage` writes as HTML stands there in the same words. */
  readonly answer: string;
  readonly draft: string;
}

export interface Measured {
  readonly name: string;
  readonly property: string;
  readonly vsCode: string;
  readonly parley: string;
  readonly because: string | undefined;
}

interface Measure extends Pick<Measured, 'name' | 'property'> {
  /** Selectors. */
  readonly theirs: string;
  readonly ours: string;
}

/** The defaults of VS Code's size registry: the workbench sets them by script. Those of its spacing (`spacing-size60`) are in their names. */
export const sizes: Readonly<Record<string, string>> = {
  'cornerRadius-xSmall': '2px',
  'cornerRadius-small': '4px',
  'cornerRadius-medium': '6px',
  'cornerRadius-large': '8px',
  strokeThickness: '1px',
  'fontWeight-semiBold': '600',
};

const answer = '.interactive-response .rendered-markdown';

/** Stands in the place of a property: the distance from the end of the block before to the beginning of this one. */
export const distance = 'distance to the block before';

const elements: readonly (readonly [name: string, theirs: string, ours: string, properties: readonly string[]])[] = [
  [
    'a message',
    '.interactive-request .rendered-markdown',
    '.fromPerson',
    ['font-size', 'line-height', 'padding-top', 'padding-left', 'border-top-left-radius', 'max-width', 'background-color'],
  ],
  ['a row', '.interactive-response', '.row', ['padding-left', 'padding-top']],
  ['an answer', answer, '.message.markdown', ['font-size', 'line-height', 'font-family', 'color']],
  ['a heading', `${answer} h1`, '.markdown h1', ['font-size', 'font-weight']],
  ['a second heading', `${answer} h2`, '.markdown h2', ['font-size', 'font-weight', distance]],
  ['a third heading', `${answer} h3`, '.markdown h3', ['font-size', 'font-weight']],
  ['a list', `${answer} ul`, '.markdown ul', ['padding-left']],
  ['a numbered list', `${answer} ol`, '.markdown ol', ['padding-left', distance]],
  ['an item of a list', `${answer} li:last-child`, '.markdown li:last-child', ['margin-top']],
  [
    'code in a line',
    `${answer} p > code`,
    '.markdown p code',
    ['font-size', 'padding-top', 'padding-left', 'border-top-left-radius', 'background-color', 'color'],
  ],
  ['a link', `${answer} p > a`, '.markdown p a', ['color', 'text-decoration-line']],
  [
    'a quote',
    `${answer} blockquote`,
    '.markdown blockquote',
    [
      'color',
      'padding-top',
      'padding-right',
      'padding-left',
      'border-left-width',
      'border-left-color',
      'border-top-left-radius',
      'margin-left',
    ],
  ],
  ['a table', `${answer} table`, '.markdown table', ['border-top-left-radius']],
  ['a cell', `${answer} td`, '.markdown td', ['padding-top', 'padding-left']],
  ['code', '.interactive-result-editor', '.codeBlock', ['background-color']],
  ['a block of code', '.interactive-result-code-block', '.codeBlock', ['border-top-left-radius']],
  ['the message box', '.chat-input-container', '.composer', ['border-top-left-radius', 'border-top-width', 'background-color']],
];

export const measures: readonly Measure[] = elements.flatMap(([name, theirs, ours, properties]) =>
  properties.map(property => ({ name, property, theirs, ours })),
);

const dense = 'A view of a side bar shows a card, its buttons and words around them. VS Code’s own compact chat has 8 px too.';

/** The reasons by what is measured. */
export const reasons: Readonly<Record<string, string>> = {
  'a message: max-width': 'In a side bar of 300 px a message needs all of the width.',
  'a row: padding-left': 'In a side bar of 300 px the width belongs to the words.',
  [`a second heading: ${distance}`]: dense,
  [`a numbered list: ${distance}`]: dense,
  'a link: text-decoration-line': 'A link is known without its colour.',
  'a table: border-top-left-radius': 'A wide table scrolls by itself, so the frame would be cut off.',
};

/** @param style VS Code's own */
export function theirPage(style: string, { prompt, draft }: Conversation): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><style>${style}
body{margin:0;font-family:var(--vscode-font-family);font-size:13px;color:var(--vscode-foreground)}
.monaco-workbench{position:static;display:flex;flex-direction:column;height:100vh;overflow:hidden;font-size:13px;line-height:1.4em;background:inherit}
.interactive-session{width:100%;box-sizing:border-box}.interactive-list{flex:1;height:auto!important}.interactive-input-editor{height:40px;padding:6px 4px}</style></head><body>
<div class="monaco-workbench"><div class="interactive-session"><div class="interactive-list">
<div class="interactive-item-container interactive-request"><div class="value"><div class="chat-markdown-part rendered-markdown"><p>${prompt}</p></div></div></div>
<div class="interactive-item-container interactive-response"><div class="value"><div class="chat-markdown-part rendered-markdown">
<h1>One rounding too many</h1>
<p>The total is rounded in <code>total()</code> and again where it is <em>shown</em>. See <a href="#">the tests</a>.</p>
<h2>What happens</h2><ul><li>Each line is rounded.</li><li>Their sum is rounded again.</li></ul>
<ol><li>Round once.</li><li>Round last.</li></ol><h3>In the code</h3>
<div data-code="1"><div class="interactive-result-code-block"><div class="interactive-result-editor" style="padding:8px 10px;font-family:var(--vscode-editor-font-family);font-size:12px;overflow:hidden;white-space:pre;background:var(--vscode-editor-background)">const total = lines.reduce((sum, { price }) =&gt; sum + price, 0);</div></div></div>
<blockquote><p>Round as late as you can.</p></blockquote>
<table><thead><tr><th>Line</th><th>Price</th></tr></thead><tbody><tr><td>Ink</td><td>1.005</td></tr></tbody></table><p>That is all.</p>
</div></div></div></div>
<div class="interactive-input-part"><div class="chat-input-container"><div class="chat-editor-container"><div class="interactive-input-editor">${draft}</div></div></div></div>
</div></div></body></html>`;
}
