/** Running text, or a list of names and values. */
export type Paragraph = string | Record<string, string>

export type Rendered = { text: string; html: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** A name with line breaks must not look like a paragraph of ours. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const style = 'font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5; color: #111'
const codeStyle = 'font-family: ui-monospace, monospace; font-size: 16px'

function toText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return oneLine(paragraph)
  return Object.entries(paragraph)
    .map(([name, value]) => `    ${name}: ${oneLine(value)}`)
    .join('\n')
}

function toHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(oneLine(paragraph))}</p>`
  const lines = Object.entries(paragraph).map(
    ([name, value]) => `${escapeHtml(name)}: <span style="${codeStyle}">${escapeHtml(oneLine(value))}</span>`,
  )
  return `<p>${lines.join('<br>\n')}</p>`
}

/** Renders paragraphs as plain text and as simple HTML, without images or links that reveal the reader. */
export function render(paragraphs: Paragraph[]): Rendered {
  return {
    text: `${paragraphs.map(toText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body style="${style}">\n${paragraphs.map(toHtml).join('\n')}\n</body></html>\n`,
  }
}
