// A map from texts for very many entries. A `Map` that grows moves all of its entries at once, which holds the thread for too long from about
// 65,000 of them; here each of many small maps grows by itself. Knows nothing of its values.

const shardCount = 64;

export class ShardedMap<Value> {
  readonly #shards = Array.from({ length: shardCount }, () => new Map<string, Value>());

  get(key: string): Value | undefined {
    return this.#shardOf(key)?.get(key);
  }

  set(key: string, value: Value): void {
    this.#shardOf(key)?.set(key, value);
  }

  delete(key: string): void {
    this.#shardOf(key)?.delete(key);
  }

  #shardOf(key: string): Map<string, Value> | undefined {
    let hash = key.length;
    // Ids differ at their ends, and questions anywhere: twenty letters from the end are enough.
    for (let at = Math.max(0, key.length - 20); at < key.length; at++) hash = (hash * 31 + key.charCodeAt(at)) >>> 0;
    return this.#shards[hash % shardCount];
  }
}
