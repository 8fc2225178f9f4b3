// @ohif/app ships a finished build in dist/ and lists the packages of its own monorepo, which do not resolve. Only the build is used.
function readPackage(pkg) {
  if (pkg.name === '@ohif/app') {
    pkg.dependencies = {}
    pkg.peerDependencies = {}
    pkg.optionalDependencies = {}
  }
  return pkg
}
module.exports = { hooks: { readPackage } }
