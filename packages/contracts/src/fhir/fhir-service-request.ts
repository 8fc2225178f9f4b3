import { z } from 'zod'
import { CalendarDate, line, paragraph } from '../core/primitives.ts'
import { maxIndication } from '../orders/orders.ts'

const words = line(1_024)
const uri = line(250)
const coding = z.object({ system: uri.optional(), code: line(64).optional(), display: words.optional() })
const concept = z.object({ coding: z.array(coding).max(20).optional(), text: words.optional() })
const identifier = z.object({ type: concept.optional(), system: uri.optional(), value: line(199).min(1) })
/** Modifiers change the meaning of what they are in, so that they cannot be passed over. */
const noModifiers = z.never('is not supported').optional()

const nameTexts = z.array(words).max(10).optional()
const humanName = z.object({
  use: line(20).optional(),
  text: words.optional(),
  family: words.optional(),
  given: nameTexts,
  prefix: nameTexts,
  suffix: nameTexts,
  /** The script, as ISO 21090 has it; others are passed over. */
  extension: z
    .array(z.object({ url: line(250), valueCode: line(20).optional() }))
    .max(20)
    .optional(),
})

/** A patient inside the order, for whom no Patient resource is known. */
const containedPatient = z.object({
  resourceType: z.literal('Patient'),
  id: line(64),
  modifierExtension: noModifiers,
  identifier: z.array(identifier).max(20).optional(),
  name: z.array(humanName).max(20).optional(),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
  birthDate: CalendarDate.optional(),
})

/** The elements of a new ServiceRequest that are read. Others are passed over, and the answer shows the stored order. */
export const NewServiceRequest = z.object({
  resourceType: z.literal('ServiceRequest'),
  implicitRules: noModifiers,
  modifierExtension: noModifiers,
  doNotPerform: z.literal(false, 'must be false').optional(),
  contained: z.array(containedPatient).max(1).optional(),
  identifier: z.array(identifier).min(1).max(20),
  status: z.literal('active', 'must be active'),
  intent: z.enum(['order', 'original-order']),
  priority: z.enum(['routine', 'urgent', 'asap', 'stat']).optional(),
  code: concept.optional(),
  orderDetail: z.array(concept).max(20).optional(),
  subject: z.object({
    reference: line(200).optional(),
    identifier: identifier.optional(),
    display: words.optional(),
  }),
  occurrenceDateTime: z.iso.datetime({ offset: true, error: 'must be a time with its zone' }).optional(),
  requester: z.object({ display: line(400).optional() }).optional(),
  reasonCode: z
    .array(concept.extend({ text: paragraph(maxIndication).optional() }))
    .max(20)
    .optional(),
  note: z
    .array(z.object({ text: paragraph(maxIndication) }))
    .max(20)
    .optional(),
})
export type NewServiceRequest = z.infer<typeof NewServiceRequest>
export type FhirConcept = z.infer<typeof concept>
export type FhirIdentifier = z.infer<typeof identifier>
