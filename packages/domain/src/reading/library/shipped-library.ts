import { readdir, readFile } from 'node:fs/promises'
import type { ReadingTemplateText } from '@readroom/contracts/reading/reading-templates'
import { Shortcut, type TextBlockText } from '@readroom/contracts/reading/text-blocks'
import { reportOfParts } from '@readroom/report/template-parts'
import { z } from 'zod'
import { readTemplateFile } from '../template-files.ts'

const folder = new URL('../../../library/', import.meta.url)
const templates = new URL('templates/', folder)

/** Reads the templates of a new system: MRRT files, as administrators import them. In our own words and by RSNA's structure. */
export async function readShippedTemplates(): Promise<ReadingTemplateText[]> {
  const names = (await readdir(templates)).sort()
  return Promise.all(names.map(async (name) => readTemplateFile(await readFile(new URL(name, templates)), null).text))
}

/** `section`: where the block is offered. The writer fills in the text in brackets. */
const ShippedBlock = z.strictObject({ section: z.string(), shortcut: Shortcut, text: z.string() })

/** Reads the text blocks of a new system. */
export async function readShippedTextBlocks(): Promise<TextBlockText[]> {
  const lines = (await readFile(new URL('text-blocks.jsonl', folder), 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const { section, shortcut, text } = ShippedBlock.parse(JSON.parse(line))
    return { shortcut, sections: [section], content: reportOfParts({ addendum: [{ text }] }, 'addendum') }
  })
}
