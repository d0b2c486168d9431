// The drawings of the icons that the first paint never shows.
import checklist from '@vscode/codicons/src/icons/checklist.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import goToFile from '@vscode/codicons/src/icons/go-to-file.svg';
import autoMode from '@vscode/codicons/src/icons/debug-continue.svg';
import shield from '@vscode/codicons/src/icons/shield.svg';
import { addDrawings } from './icon.js';

addDrawings({ autoMode, checklist, copy, edit, folder, goToFile, shield });
