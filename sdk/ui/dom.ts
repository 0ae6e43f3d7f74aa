/** Content of an element; false, null and undefined add nothing. */
export type Child = Node | string | false | null | undefined | Child[]

type Value = string | number | boolean | null | undefined | ((event: never) => void)

/**
 * Creates an element. A property that begins with `on` is a listener; false, null and undefined set
 * nothing. It parses no markup and sets no style attribute, so that it works with a strict content
 * security policy.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
  return element
}

function append(element: HTMLElement, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child)
    else if (child !== undefined && child !== null && child !== false) element.append(child)
  }
}

/** Returns an id that is unique in the shadow root; field names may contain any characters. */
export function idOf(name: string): string {
  return `f-${encodeURIComponent(name).replaceAll('%', '_')}`
}
