import type { ReportContent } from '@readroom/contracts/reading/report-drafts'

/** Makes a report with one text per section. */
export const writtenReport = (texts: Record<string, string>): ReportContent => ({
  type: 'doc',
  content: Object.entries(texts).map(([id, text]) => ({
    type: 'section',
    attrs: { id, origin: '' },
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })),
})
