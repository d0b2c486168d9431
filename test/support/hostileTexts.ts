// Texts of others that would load something, run something or lead somewhere, wherever they are shown as what they say they are.

/** Each would load its own address, `URL`, or run `HIT`. */
const shapes: readonly string[] = [
  ...['![a](URL)', '![a](<URL> "b")', '[![a](URL)](URL)', '![a][r]\n\n[r]: URL', '<URL>', 'URL', '[a](URL)', '<img src="URL">'],
  ...[
    '<img srcset="URL 1x, URL 2x">',
    '<picture><source srcset="URL"><img></picture>',
    '<image href="URL">',
    '<input type="image" src="URL">',
  ],
  ...['<iframe src="URL"></iframe>', '<iframe srcdoc="<img src=URL>"></iframe>', '<frameset><frame src="URL"></frameset>'],
  ...['<object data="URL"></object>', '<embed src="URL">', '<applet code="URL"></applet>', '<portal src="URL"></portal>'],
  ...[
    '<video poster="URL" src="URL" autoplay></video>',
    '<audio src="URL" autoplay></audio>',
    '<video><source src="URL"><track src="URL" default></video>',
  ],
  ...[
    '<link rel="stylesheet" href="URL">',
    '<link rel="preload" as="image" href="URL">',
    '<link rel="prefetch" href="URL">',
    '<link rel="icon" href="URL">',
  ],
  ...[
    '<link rel="dns-prefetch" href="URL">',
    '<link rel="preconnect" href="URL">',
    '<link rel="modulepreload" href="URL">',
    '<link rel="manifest" href="URL">',
  ],
  ...['<link rel="import" href="URL">', '<base href="URL"><img src="x">', '<meta http-equiv="refresh" content="0; url=URL">'],
  ...['<meta http-equiv="x-dns-prefetch-control" content="on"><a href="URL">a</a>', '<a href="URL" ping="URL" target="_top">a</a>'],
  ...['<form action="URL"><button autofocus>a</button></form>', '<button formaction="URL" form="x">a</button>', '<isindex action="URL">'],
  ...['<style>@import "URL";</style>', '<style>@import url(URL);</style>', '<style>body { background: url(URL) }</style>'],
  ...[
    '<style>@font-face { font-family: x; src: url(URL) } * { font-family: x }</style>',
    '<style>p::before { content: url(URL) }</style><p>a</p>',
  ],
  ...['background: url(URL)', 'background-image: image-set(url(URL) 1x)', 'background: -webkit-image-set(url("URL") 1x)'].map(styled),
  ...[
    'list-style: url(URL); display: list-item',
    'cursor: url(URL), auto',
    'content: url(URL)',
    'border: 1px solid; border-image: url(URL) 1',
  ].map(styled),
  ...[
    'mask: url(URL)',
    'filter: url(URL#f)',
    'clip-path: url(URL#c)',
    'shape-outside: url(URL); float: left',
    'offset-path: url(URL#p)',
  ].map(styled),
  ...['background: cross-fade(url(URL), url(URL), 50%)', '--a: url(URL); background: var(--a)', 'background: \\75rl(URL)'].map(styled),
  ...[
    '<svg><image href="URL"/></svg>',
    '<svg><image xlink:href="URL"/></svg>',
    '<svg><use href="URL#a"/></svg>',
    '<svg><script href="URL"/></svg>',
  ],
  ...[
    '<svg><foreignObject><img src="URL"></foreignObject></svg>',
    '<svg><filter id="f"><feImage href="URL"/></filter><rect filter="url(#f)"/></svg>',
  ],
  ...[
    '<svg><style>@import url(URL)</style></svg>',
    '<svg><a xlink:href="URL"><text>a</text></a></svg>',
    '<svg style="fill: url(URL#a)"><rect/></svg>',
  ],
  ...[
    '<svg><image><set attributeName="href" to="URL"/></image></svg>',
    '<svg><image><animate attributeName="href" values="URL"/></image></svg>',
  ],
  ...['<math><mtext href="URL">a</mtext></math>', '<math><annotation-xml encoding="text/html"><img src="URL"></annotation-xml></math>'],
  ...[
    '<table background="URL"><tr><td background="URL">a</td></tr></table>',
    '<body background="URL">',
    '<template><img src="URL"></template>',
  ],
  ...['<noscript><img src="URL"></noscript>', '<xmp><img src="URL"></xmp>', '<!--><img src="URL">-->', '<![CDATA[><img src="URL">]]>'],
  ...[
    '<script src="URL"></script>',
    '<script>HIT</script>',
    '<img src="x" onerror="HIT">',
    '<svg onload="HIT"></svg>',
    '<body onload="HIT">',
  ],
  ...[
    '<details open ontoggle="HIT">a</details>',
    '<marquee onstart="HIT">a</marquee>',
    '<input autofocus onfocus="HIT">',
    '<a href="javascript:HIT">a</a>',
  ],
  ...[
    '[a](javascript:HIT)',
    '[a](data:text/html,<script>HIT</script>)',
    '<iframe src="javascript:HIT"></iframe>',
    '<style onload="HIT"></style>',
  ],
  ...[
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=HIT&gt;">',
    '<p id="root" name="body" is="x">a</p>',
  ],
];

function styled(style: string): string {
  return `<p style='${style}'>words</p>`;
}

/** The same as they stand, and where a parser that takes a part for something else would let them through. */
const frames: readonly ((shape: string) => string)[] = [
  shape => shape,
  shape => `- item\n\n  > ${shape.replaceAll('\n', '\n  > ')}`,
  shape => `<p>${shape}</p>\n\n${shape.toUpperCase().replaceAll(/URL|HIT/g, word => word)}`,
];

/** @param urlOf the address that the text of this number would load */
export function hostileTexts(urlOf: (at: number) => string): readonly string[] {
  return frames.flatMap(frame => shapes.map(frame)).map((text, at) => text.replaceAll('URL', urlOf(at)).replaceAll('HIT', 'top.hit=1'));
}
