import { z } from 'zod'

/** WebAuthn level 3, sections 5.1.8 to 5.1.10: what `navigator.credentials` takes and gives as JSON. */
const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/)
const transport = z.string().max(40)
const descriptor = z.object({ id: base64Url, type: z.literal('public-key'), transports: z.array(transport).exactOptional() })
const verification = z.enum(['required', 'preferred', 'discouraged'])

/** The options for creating a passkey in the browser. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string().exactOptional(), name: z.string() }),
  user: z.object({ id: base64Url, name: z.string(), displayName: z.string() }),
  challenge: base64Url,
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int().exactOptional(),
  excludeCredentials: z.array(descriptor).exactOptional(),
  authenticatorSelection: z
    .object({
      residentKey: verification.exactOptional(),
      requireResidentKey: z.boolean().exactOptional(),
      userVerification: verification.exactOptional(),
    })
    .exactOptional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).exactOptional(),
})

/** The challenge that a passkey signs. */
export const PasskeyRequest = z.object({
  challenge: base64Url,
  rpId: z.string().exactOptional(),
  timeout: z.int().exactOptional(),
  allowCredentials: z.array(descriptor).exactOptional(),
  userVerification: verification.exactOptional(),
})

const credential = {
  id: base64Url.min(1),
  rawId: base64Url.min(1),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  clientExtensionResults: z.object({}),
}

/** A new passkey, from the browser. */
export const PasskeyCreated = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url.min(1),
    attestationObject: base64Url.min(1),
    transports: z.array(transport).max(10).exactOptional(),
  }),
})

/** The response that a passkey signed. */
export const PasskeySigned = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url.min(1),
    authenticatorData: base64Url.min(1),
    signature: base64Url.min(1),
    userHandle: base64Url.exactOptional(),
  }),
})
export type PasskeyCreated = z.infer<typeof PasskeyCreated>
export type PasskeySigned = z.infer<typeof PasskeySigned>
