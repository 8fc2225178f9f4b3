/** Returns the part of the environment that Docker's programs need: their path, and the engine to use. */
export const dockerEnvironment = ({ PATH, HOME, DOCKER_HOST }: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  PATH,
  HOME,
  ...(DOCKER_HOST && { DOCKER_HOST }),
})
