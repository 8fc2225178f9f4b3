import type { TextField } from '@readroom/contracts/reports/merge-fields'
import {
  type ImageContent,
  ImagePlugin,
  LoopPlugin,
  TagDisposition,
  TemplateHandler,
  type TemplateHandlerOptions,
  TextPlugin,
} from 'easy-template-x'

type ScopeDataResolver = NonNullable<TemplateHandlerOptions['scopeDataResolver']>

/** In pixels, of which Word has 96 to an inch. */
export type ReportImage = { bytes: Buffer; format: 'image/png' | 'image/jpeg'; width: number; height: number }
export type MergeValues = { texts: Record<TextField, string>; doctorSignature: ReportImage | null }

/** Room for a signature in a letter. */
const signatureBox = { width: 220, height: 90 } as const

/** Word's own tables nest paragraphs this deep, and the library stops at 20 unless told. */
const maxXmlDepth = 200

/** Matches characters that XML 1.0 cannot contain. All others stay as they were typed. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const writable = (text: string) => text.toWellFormed().replaceAll(unwritable, '').replaceAll(/\r\n?/g, '\n')

function imageOf({ bytes, format, width, height }: ReportImage): ImageContent {
  const scale = Math.min(1, signatureBox.width / width, signatureBox.height / height)
  const sides = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { _type: 'image', source: bytes, format, ...sides, altText: 'Signature' }
}

function contentsOf({ texts, doctorSignature }: MergeValues): Map<string, string | ImageContent> {
  const contents = new Map<string, string | ImageContent>()
  for (const [field, value] of Object.entries(texts)) contents.set(field, writable(value))
  if (doctorSignature) contents.set('doctorSignature', imageOf(doctorSignature))
  return contents
}

/**
 * Looks a field up by its very name: a template that says `constructor` or `patient.name` finds nothing. Of one that opens a condition, whether it
 * is known, which the library does not ask of images itself.
 */
function resolverOf(values: MergeValues): ScopeDataResolver {
  const contents = contentsOf(values)
  return ({ path }) => {
    const tag = path.at(-1)
    if (typeof tag !== 'object') return ''
    const content = contents.get(tag.name) ?? ''
    return tag.disposition === TagDisposition.Open ? content !== '' : content
  }
}

/** A document from a template. Values are text, whatever they look like: there are no plugins for links, charts or markup. */
export async function fillTemplate(template: Buffer, values: MergeValues): Promise<Buffer> {
  const plugins = [new LoopPlugin(), new TextPlugin(), new ImagePlugin()]
  return new TemplateHandler({ plugins, scopeDataResolver: resolverOf(values), maxXmlDepth }).process(template, {})
}
