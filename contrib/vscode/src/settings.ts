// The settings that the server knows (docs/editors.md): those that are set, and no others.
export const KEYS = ["checkOnOpen", "timeout", "memory", "jobs", "statics", "cache", "tests", "arguments"];

export function settings(get: (key: string) => unknown): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const key of KEYS) {
    const value = get(key);
    if (value !== undefined && value !== null) all[key] = value;
  }
  return all;
}
