import type { Text, TextKind } from './texts.ts'

type Rule = {
  kinds: readonly TextKind[]
  /** Matched against each sentence. */
  pattern: RegExp
  message: string
}

const everyKind: readonly TextKind[] = ['comment', 'docstring', 'string']

/** The patterns of hard prose that are certain enough to refuse. */
const rules: readonly Rule[] = [
  {
    kinds: ['string'],
    pattern: /^(?:What|Who|Whoever|Whom|Whose|Whatever|That which)\b(?!.*\?$)/,
    message: 'A clause stands for a noun. Name who does what.',
  },
  { kinds: ['docstring'], pattern: /^Answers\b(?! (?:may|of|to)\b)/, message: 'Write "Returns", or "Responds" for a request.' },
  {
    kinds: ['comment', 'docstring'],
    pattern: /\b(?:null|undefined|nothing|none|true|false|empty) where\b|\bthrows \S+ where\b/i,
    message: 'Write "if" for a condition. "where" names a place.',
  },
  { kinds: everyKind, pattern: /, and nothing else\b/, message: 'Write "only" before the thing itself.' },
  { kinds: everyKind, pattern: /\be-mails?\b/i, message: 'Write "email".' },
  { kinds: everyKind, pattern: /\bsecond steps?\b/i, message: 'Write "second factor".' },
  { kinds: everyKind, pattern: /\bwork left undone\b/i, message: 'Write "failed jobs".' },
  { kinds: everyKind, pattern: /\breading templates?\b/i, message: 'Write "report template".' },
]

const sentencesOf = (text: string): string[] => text.replace(/\s+/g, ' ').split(/(?<=[.!?]) (?=["'“(]?[A-Z])/)

/** Returns each sentence of a text that breaks a rule, with the rule's advice. */
export function faultsOf({ kind, text }: Pick<Text, 'kind' | 'text'>): string[] {
  return sentencesOf(text).flatMap((sentence) =>
    rules
      .filter(({ kinds, pattern }) => kinds.includes(kind) && pattern.test(sentence))
      .map(({ message }) => `${message} ("${sentence.slice(0, 100)}")`),
  )
}

/** A longer decision page holds two decisions, or a log of what was measured. */
const mostWords = 600

/** Returns the tables of a schema file that the glossary lists under no word. */
export const faultsOfGlossary = (glossary: string, schema: string): string[] =>
  [...schema.matchAll(/pgTable\(\s*'(\w+)'/g)]
    .filter(([, table]) => !glossary.includes(`\`${table}\``))
    .map(([, table]) => `The glossary lists the table ${table} under no word. Take the field's word, or give a reason.`)

/** Returns what is wrong with a decision page. */
export function faultsOfPage(page: string): string[] {
  const words = page.split(/\s+/).filter((word) => word !== '').length
  return words > mostWords ? [`The page has ${words} words. Cut it to ${mostWords}.`] : []
}

/** Returns the pages that the index of decisions does not link. `pages`: their paths, relative to the index. */
export const faultsOfIndex = (index: string, pages: readonly string[]): string[] =>
  pages.filter((page) => !index.includes(`](${page})`)).map((page) => `The index does not link ${page}.`)
