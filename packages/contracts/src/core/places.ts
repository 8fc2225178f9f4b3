import { z } from 'zod'

/** The name or address of another system. */
export const Host = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/, 'must be a host name or an address')

export const Port = z.int().min(1).max(65_535)

/** Certificates in PEM, without a private key. */
export const Certificates = z
  .string()
  .trim()
  .max(50_000)
  .regex(/^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/= \r\n-]+-----END CERTIFICATE-----$/, 'must be certificates in PEM')
