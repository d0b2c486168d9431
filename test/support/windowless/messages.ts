// What the process of the extension and the test say to each other.

/** A message from the test to the extension's process; each `id` is answered once. */
export type ToHost = { readonly id: number } & (
  | { readonly type: 'show'; readonly state: unknown }
  | { readonly type: 'hide' | 'end' | 'quiet' | 'closeList' | 'memory' }
  | { readonly type: 'received'; readonly webview: number; readonly message: unknown }
  | { readonly type: 'settings'; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly type: 'run'; readonly command: string; readonly given: readonly unknown[] }
  | { readonly type: 'pick' | 'sees' | 'rows' | 'pressInRow' | 'told'; readonly name: Words }
  | { readonly type: 'press'; readonly name: Words; readonly button: string | undefined }
  | { readonly type: 'input'; readonly text: string | undefined }
  | { readonly type: 'typeInList'; readonly words: string }
  | { readonly type: 'choose'; readonly paths: readonly string[] | undefined }
  | { readonly type: 'advance'; readonly milliseconds: number }
  | { readonly type: 'focused'; readonly focused: boolean }
);

/** A regular expression, as it goes through JSON. */
export interface Words {
  readonly source: string;
  readonly flags: string;
}

/** A message from the extension's process to the test. */
export type FromHost =
  | { readonly type: 'begun' }
  | { readonly type: 'done'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly type: 'html'; readonly webview: number; readonly html: string; readonly place: 'view' | 'tab' }
  | { readonly type: 'post'; readonly webview: number; readonly message: unknown; readonly number: number }
  | { readonly type: 'focus' | 'close'; readonly webview: number }
  | { readonly type: 'opened'; readonly url: string }
  | { readonly type: 'spawned' | 'exited'; readonly pid: number; readonly args: readonly string[] };

export interface HostOptions {
  readonly extension: string;
  /** `memory` is to be asked. */
  readonly measuresMemory?: boolean;
  readonly origin: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Absolute path of what VS Code keeps for its person. */
  readonly userData: string;
  readonly log: string;
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  /** Of the process, in place of the test's. */
  readonly path?: string;
}
