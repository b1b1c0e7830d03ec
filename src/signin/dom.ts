type Attributes = Record<string, string | boolean | undefined>
type Child = Node | string | null | false

/** An element with its attributes and children; `true` sets an attribute without a value, `undefined` and `false` none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  element.append(...children.filter((child) => child !== null && child !== false))
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

export function svg(tag: string, attributes: Attributes, ...children: SVGElement[]): SVGElement {
  const element = document.createElementNS(SVG, tag)
  setAttributes(element, attributes)
  element.append(...children)
  return element
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
}
