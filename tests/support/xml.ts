/** Strict, namespace-aware XML parser. */
import { SaxesParser } from 'saxes'

export class XmlElement {
  /** Local name; `uri` is its namespace. */
  readonly name: string
  readonly uri: string
  readonly attributes: Record<string, string>
  readonly children: XmlElement[] = []
  text = ''
  constructor(name: string, uri: string, attributes: Record<string, string>) {
    this.name = name
    this.uri = uri
    this.attributes = attributes
  }

  /** Descendants with this name, in document order. */
  all(name: string): XmlElement[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)])
  }

  /** Children with this name. */
  own(name: string): XmlElement[] {
    return this.children.filter((child) => child.name === name)
  }
}

/** @throws Error when the text is not well-formed */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const top = new XmlElement('', '', {})
  const open = [top]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const element = new XmlElement(local, uri, Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value])))
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (some: string) => {
    const element = open.at(-1)
    if (element) element.text += some
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  const [root] = top.children
  if (!root) throw new Error('No element in it')
  return root
}
