// What the person does with a plan that waits. Import it lazily.
import * as vscode from 'vscode';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import { queryOf } from '../../../shared/itemQuery.js';
import type { Variant } from '../../../shared/variant.js';
import { permissionScheme, planPath } from '../../vscode/permissionUri.js';
import { previewBeside } from '../../vscode/textDocuments.js';
import type { ActContext } from '../actContext.js';
import { approval } from './approval.js';

export async function approvePlan(act: Variant<FeatureIntent, 'approvePlan'>, context: ActContext): Promise<void> {
  const isNew = await approval(act, context);
  // The new chat is in the side bar, where the person may not look.
  if (isNew && context.chat.hasTab) await vscode.commands.executeCommand('parley.chat.focus');
}

export async function openPlan({ id }: Variant<FeatureIntent, 'openPlan'>, { chat, log }: ActContext): Promise<void> {
  const uri = vscode.Uri.from({ scheme: permissionScheme, path: planPath, query: queryOf(chat.key, id) });
  await previewBeside(uri, log);
}
