/** What of the environment the programs of Docker need: where they are, and which engine they are to use. */
export const dockerEnvironment = ({ PATH, HOME, DOCKER_HOST }: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...{ PATH, HOME },
  ...(DOCKER_HOST && { DOCKER_HOST }),
})
