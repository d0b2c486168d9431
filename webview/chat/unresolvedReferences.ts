// Remembers which finished blocks name a link whose definition has not come, so that only those blocks are read again when it
// comes. Pure.
import type { Links } from '../ui/markdown.js';

export class UnresolvedReferences<Place> {
  readonly #byLabel = new Map<string, Place[]>();

  note(raw: string, links: Links, place: Place): void {
    // An escaped mark is passed over on its own, so that no label is looked for behind each of thousands of escaped brackets.
    const found = raw.matchAll(/\\.|\[((?:\\.|[^[\]\\])+)\]/g);
    const labels = new Set([...found].flatMap(([, label]) => label?.toLowerCase().replace(/\s+/g, ' ') ?? []));
    for (const label of labels) {
      if (Object.hasOwn(links, label)) continue;
      const places = this.#byLabel.get(label);
      if (places === undefined) this.#byLabel.set(label, [place]);
      else places.push(place);
    }
  }

  /** The places that name this label, which are forgotten. */
  take(label: string): readonly Place[] {
    const places = this.#byLabel.get(label) ?? [];
    this.#byLabel.delete(label);
    return places;
  }
}
