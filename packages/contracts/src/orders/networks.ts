import { z } from 'zod'

/** An address or a network, such as 10.20.0.0/16. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be an address or a network such as 10.20.0.0/16',
})

/** The addresses from which a system may connect. */
export const AllowedAddresses = z.array(Network).min(1, 'Please enter the address of the sender').max(50)
