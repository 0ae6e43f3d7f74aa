import type { Contract } from './contract.ts'
import { anchorsIn } from './anchors.ts'
import { fileNamedBy } from './file-names.ts'
import { referencesIn } from './references.ts'

/** The files of the OpenAPI document: its root, and the targets of references. */
export function documentFiles({ files, rootFile }: Contract): Set<string> {
  const found = new Set([rootFile])
  for (const path of found) {
    for (const reference of referencesIn(files.get(path)?.value ?? null)) {
      const [named = ''] = reference.split('#')
      if (named !== '' && !anchorsIn(files.get(path)?.value ?? null).ids.has(named))
        found.add(fileNamedBy(path, named))
    }
  }
  return found
}
