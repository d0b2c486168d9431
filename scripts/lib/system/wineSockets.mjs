// Loaded into every Node under Wine before anything else. Wine 8.0 lacks the socket option by which Node asks for keep-alive, and a
// connection that asks for it, as each `fetch` does, fails with UNKNOWN. Nothing else of Node is changed.
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
