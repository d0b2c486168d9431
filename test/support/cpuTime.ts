/** Milliseconds that this process has had of the processors since it began, whatever else the computer does. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
