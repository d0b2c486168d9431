// How much a term says about the subject of a question. Owns the words that questions have whatever their subject; must not know the questions.
import { termsOf } from './terms.js';

/** A number between 0 and 1. */
export function weightOf(term: string): number {
  tables ??= { weak: new Set(termsOf(weakWords)), half: new Set(termsOf(halfWords)) };
  return tables.weak.has(term) ? 0.15 : tables.half.has(term) ? 0.6 : 1;
}

/** Made for the first question. */
let tables: { readonly weak: ReadonlySet<string>; readonly half: ReadonlySet<string> } | undefined;

/** Parts of every program, which are a subject only where nothing else is. */
const halfWords = 'app file dependency code class function method write run list value location component page table field';

const weakWords = `
able accept achieve act actual actually adapt add additional allow appear apply approach appropriate arrange ask assume attach automatic automatically
available avoid based become behave believe bring carry case cause certain choose come complete concern consider contain continue control correct
cover create current currently deal decide define determine draw engine ensure entire exact exist existing expect fall feel fill fit follow full
general generally get give good guarantee happen handle hold implement include individual initial initially instead introduce involve kind lack leave
let lie live look main manage management mean meet mention mind multiple necessary new number occur offer old open part perform pick place platform
possible present principle produce project provide provider publish put reach react ready receive refer rely repository represent reside respond rest
return say see select service set several sit single solution solve specific specify stand start suitable system take talk technology tell thing think
tool treat turn type wait way whole work anbieten anfangen annehmen arbeiten aussehen ausgeben automatisch beantworten bedeuten befinden beginnen
benötigen bestehen bestimmen bestimmte betreffen bieten bringen dienen einfach einfügen einsatz enthalten entscheiden entsprechen ergeben erfolgen
erhalten erlauben erreichbar erreichen erwarten fallen festlegen folgen folgende funktionieren führen ganze ganzen gelingen gesamt gesamte halten
helfen hinzufügen kommen kümmern lauten legen lösen lösung meinen möglich nehmen nötig passend richtig reagieren sagen schaffen sehen setzen sorgen
stattfinden stellen technik treffen umfassen verfügbar verhalten vollständig vorgehen vorhanden wählen weise wirken wissen zeigen zunächst zweck
überlegen
`;
