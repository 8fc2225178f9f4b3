import { parseSync, Visitor } from 'oxc-parser'

export type TextKind = 'comment' | 'docstring' | 'string'

/** `start`: the offset in the file. */
export type Text = { kind: TextKind; text: string; start: number }

/** Returns the text of a block comment without the stars at the start of its lines. */
const withoutStars = (comment: string) => comment.replace(/^\s*\*+ ?/gm, '').trim()

const isNextLine = (between: string) => /^\r?\n[ \t]*$/.test(between)

/** Returns the comments of a file. A run of `//` lines is one text. */
function commentsOf(source: string, comments: ReturnType<typeof parseSync>['comments']) {
  const texts: { kind: TextKind; text: string; start: number; end: number }[] = []
  for (const { type, value, start, end } of comments) {
    const last = texts.at(-1)
    if (type === 'Block')
      texts.push({ kind: value.startsWith('*') ? 'docstring' : 'comment', text: withoutStars(value), start, end })
    else if (last?.kind === 'comment' && isNextLine(source.slice(last.end, start))) {
      last.text += ` ${value.trim()}`
      last.end = end
    } else texts.push({ kind: 'comment', text: value.trim(), start, end })
  }
  return texts
}

/** Returns the comments and string literals of a TypeScript or JavaScript file. A hole in a template is `{}`. */
export function textsOf(fileName: string, source: string): Text[] {
  const { program, comments } = parseSync(fileName, source)
  const found: Text[] = commentsOf(source, comments).map(({ kind, text, start }) => ({ kind, text, start }))
  const add = (start: number, text: string) => found.push({ kind: 'string', text: text.replace(/\s+/g, ' ').trim(), start })
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.start, node.value)
    },
    TemplateLiteral(node) {
      add(node.start, node.quasis.map(({ value }) => value.cooked ?? '').join('{}'))
    },
    JSXText(node) {
      add(node.start, node.value)
    },
  }).visit(program)
  return found.filter(({ text }) => text.includes(' '))
}
