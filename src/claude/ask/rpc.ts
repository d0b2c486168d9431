// The two ids of a call, and its JSON-RPC answer.

export type RpcId = string | number;

/** A notification has no id, and the CLI waits for an answer to it all the same. */
export function rpcResult(id: RpcId | undefined, result: unknown): unknown {
  return { jsonrpc: '2.0', id: id ?? 0, result };
}

/** A call as one id: the control request carries one id, the JSON-RPC message in it another. */
export function idOfCall(requestId: string, rpcId: RpcId): string {
  return JSON.stringify([requestId, rpcId]);
}

export function partsOfCall(call: string): { readonly id: string; readonly rpcId: RpcId } {
  // Written by `idOfCall`.
  const [id, rpcId] = JSON.parse(call) as [string, RpcId];
  return { id, rpcId };
}
