import type { FastifyReply } from 'fastify'

/** Sends a resource as FHIR's JSON. */
export const sendResource = (reply: FastifyReply, resource: object): FastifyReply =>
  reply.type('application/fhir+json; charset=utf-8').send(JSON.stringify(resource))
