// What the person reads and writes of the Product Doc: every failure is told in a message. Must not know the commands, which are docCommands'.
import * as vscode from 'vscode';
import { nodeFileSystem, writeWhole } from '../../disk/fileSystem.js';
import type { ProductDoc } from '../../memory/productDoc.js';
import type { FileProblem, SectionWrite } from '../../memory/productDocFile.js';
import type { DocChangeItem } from '../../shared/transcript.js';
import { showMessage } from '../vscode/plainUi.js';
import type { CardNow, DocCard } from './docCard.js';
import type { DocPlaces, FolderDocOptions } from './docPlaces.js';
import type { DocTexts } from './docTexts.js';
import { textOf } from './docTools.js';
import { problemForPerson } from './docWords.js';
import { realClock } from '../../disk/clock.js';

export class DocActs {
  constructor(
    private readonly options: Pick<FolderDocOptions, 'log'>,
    private readonly parts: { readonly places: DocPlaces; readonly card: DocCard; readonly texts: () => DocTexts },
  ) {}

  /** Undefined where it cannot be read; the person is told why. */
  async read(): Promise<ProductDoc | undefined> {
    const read = await (await this.parts.places.file()).read();
    if (!read.ok) await this.tell(read.problem);
    return read.ok ? read.doc : undefined;
  }

  async card(): Promise<CardNow | undefined> {
    const now = await this.parts.card.now();
    if (!now.ok) await this.tell(now.problem);
    return now.ok ? now : undefined;
  }

  /** What `write` would do; undefined where it could not be done, and the person is told why. */
  async plan(sections: readonly SectionWrite[]): Promise<{ readonly before: string; readonly after: string } | undefined> {
    const planned = await (await this.parts.places.file()).plan(sections);
    if (!planned.ok) await this.tell(planned.problem);
    return planned.ok ? planned : undefined;
  }

  /** Writes by the person's act, and tells the person where it could not be done. */
  async write(sections: readonly SectionWrite[]): Promise<boolean> {
    if (await this.saysUnsaved()) return false;
    const written = await (await this.parts.places.file()).write(sections);
    if (!written.ok) await this.tell(written.problem);
    return written.ok;
  }

  /** Whether an editor holds changes that are not saved; the person is told. */
  async saysUnsaved(): Promise<boolean> {
    const isUnsaved = await this.parts.places.isUnsaved();
    if (isUnsaved)
      await showMessage(vscode.l10n.t('Save the Product Doc first: it has changes that are not saved.'), [], { level: 'warning' });
    return isUnsaved;
  }

  /** Opens the document in VS Code's own editor. A document that is not there begins with headings that say what belongs there. */
  async open(): Promise<void> {
    const place = await this.parts.places.place();
    const { file, isInWorkspace } = place;
    if ((await nodeFileSystem.stat(file)) === undefined) {
      await writeWhole({ fileSystem: nodeFileSystem, clock: realClock }, file, Buffer.from(this.beginning));
      this.options.log.info(`The Product Doc is begun: ${file}`);
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document, { preview: !isInWorkspace });
  }

  /** The text of a new document. The words before its first section are in none, so Claude is not told them. */
  get beginning(): string {
    const { t } = vscode.l10n;
    const sections = [t('What it is for, and for whom'), t('What must always hold'), t('Words, and what they mean here')];
    const explained = t('Claude is told the sections below, and not these lines. Rename, remove and add sections as you like.');
    return [`# ${t('Product Doc')}`, explained, ...sections.map(title => `## ${title}`)].map(block => `${block}\n`).join('\n');
  }

  /**
   * A model's text that was not written, because the person had changed the section: beside what is there, with a way to take it.
   * `change`: of the row that says so.
   */
  async showConflict({ name, rows }: DocChangeItem['change']): Promise<void> {
    const claudes = textOf(rows, ' ', '+');
    const doc = await this.read();
    if (doc === undefined) return;
    const present = Object.hasOwn(doc.sections, name) ? doc.sections[name]?.content : undefined;
    if (present === claudes) return void (await showMessage(vscode.l10n.t('“{0}” says that already.', name)));
    await this.parts.texts().offer({
      title: vscode.l10n.t('{0}: what is there ↔ Claude’s text', name),
      before: { name: vscode.l10n.t('What is there'), text: present ?? '' },
      after: { name: vscode.l10n.t('Claude’s text'), text: claudes },
      message: vscode.l10n.t('You changed “{0}” before Claude did. Which text should stay?', name),
      accept: {
        label: vscode.l10n.t('Use Claude’s Text'),
        run: async () => void (await this.write([{ section: name, content: claudes, present, by: 'llm' }])),
      },
      decline: { label: vscode.l10n.t('Keep What Is There') },
    });
  }

  /** Says why something could not be read or written. */
  async tell(problem: FileProblem): Promise<void> {
    await showMessage(problemForPerson(problem, this.parts.places.nameOf(await this.parts.places.place())), [], { level: 'error' });
  }
}
