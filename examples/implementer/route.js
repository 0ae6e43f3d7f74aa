/** A route; `{name}` in its path is a parameter. */
export function route(method, path, options, answer) {
  const form = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return { method, form, answer, ...options }
}
