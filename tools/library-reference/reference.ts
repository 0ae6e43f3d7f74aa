import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { type Comment, commentOf } from './comment.ts'

/** Types of the contract, which has its own reference. */
const CONTRACT = 'spec/generated/wire.ts'

/** Files that declare what a library exports. An export that is declared elsewhere is a problem. */
const DECLARING = ['library/**/*.ts', CONTRACT]
const READ = DECLARING.join(' or ')

type Member = ts.PropertySignature | ts.MethodSignature | ts.PropertyDeclaration

/** The reference page of a library, from its doc comments. */
export class Reference {
  /** Names of declarations whose doc comment is missing or incomplete. */
  readonly problems: string[] = []
  readonly #root: string
  readonly #entries: Record<string, string>
  readonly #program: ts.Program

  /** @param entries files by the name under which they are imported */
  constructor(root: string, entries: Record<string, string>) {
    this.#root = root
    this.#entries = entries
    this.#program = ts.createProgram(
      globSync(DECLARING, { cwd: root }).map((file) => join(root, file)),
      {
        allowImportingTsExtensions: true,
        module: ts.ModuleKind.NodeNext,
        noEmit: true,
        // Only comments and declarations are read, so types need no resolution, and other files are not parsed.
        noLib: true,
        noResolve: true,
        types: [],
      },
    )
  }

  page(): string {
    const sections = Object.entries(this.#entries).map(([name, file]) => this.#section(name, file))
    const text = `${[HEAD, ...sections].join('\n\n')}\n`
    return text.replaceAll(/\(see docs\/([\w-]+)\.md\)/g, '(see [$1]($1.md))')
  }

  #section(name: string, file: string): string {
    const checker = this.#program.getTypeChecker()
    const source = this.#program.getSourceFile(join(this.#root, file))!
    for (const { moduleSpecifier } of source.statements.filter(ts.isExportDeclaration))
      if (moduleSpecifier && !checker.getSymbolAtLocation(moduleSpecifier))
        this.problems.push(
          `${file} exports from ${moduleSpecifier.getText()}, which is not in ${READ}`,
        )
    const declared = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source)!)
      .flatMap((symbol) => {
        const target =
          symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
        if (target.declarations) return target.declarations.slice(0, 1)
        this.problems.push(`${file} exports ${symbol.name}, whose declaration is not in ${READ}`)
        return []
      })
    const own = declared.filter((node) => !this.#isContract(node))
    const contract = declared
      .filter((node) => this.#isContract(node))
      .map((node) => `\`${nameOf(node)}\``)
    const parts = [
      ...own.filter(ts.isFunctionDeclaration).map((node) => this.#function(node)),
      ...own.filter(ts.isClassDeclaration).map((node) => this.#class(node)),
      ...own.filter(ts.isInterfaceDeclaration).map((node) => this.#interface(node)),
      ...own.filter(ts.isTypeAliasDeclaration).map((node) => this.#alias(node)),
    ]
    if (contract.length > 0)
      parts.push(
        `### Types of the contract\n\n${contract.join(', ')}: schemas of the OpenAPI document (\`vskit/openapi.json\`).`,
      )
    return [`## \`${name}\``, ...parts].join('\n\n')
  }

  #isContract(node: ts.Node): boolean {
    return relative(this.#root, node.getSourceFile().fileName) === CONTRACT
  }

  #function(node: ts.FunctionDeclaration): string {
    const comment = this.#described(node, nameOf(node))
    this.#requireShapes(node, comment)
    return [`### \`${nameOf(node)}\``, code(signatureOf(node)), ...prose(comment)].join('\n\n')
  }

  #class(node: ts.ClassDeclaration): string {
    const extended = node.heritageClauses?.map((clause) => clause.getText()).join(' ') ?? ''
    const members = node.members
      .filter(ts.isPropertyDeclaration)
      .filter((one) => !one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword))
    const comment = this.#described(node, nameOf(node))
    return [
      `### \`${nameOf(node)}\``,
      code(`class ${nameOf(node)} ${extended}`),
      ...prose(comment),
      ...this.#list(nameOf(node), members),
    ].join('\n\n')
  }

  #interface(node: ts.InterfaceDeclaration): string {
    const extended = node.heritageClauses?.map((clause) => clause.getText()).join(' ') ?? ''
    const members = node.members.filter(
      (one) => ts.isPropertySignature(one) || ts.isMethodSignature(one),
    )
    return [
      `### \`${nameOf(node)}\``,
      ...(extended === '' ? [] : [code(`interface ${nameOf(node)} ${extended}`)]),
      ...prose(this.#described(node, nameOf(node))),
      ...this.#list(nameOf(node), members),
    ].join('\n\n')
  }

  #alias(node: ts.TypeAliasDeclaration): string {
    return [
      `### \`${nameOf(node)}\``,
      code(`type ${nameOf(node)} = ${withoutComments(node.type)}`),
      ...prose(this.#described(node, nameOf(node))),
    ].join('\n\n')
  }

  #list(owner: string, members: readonly Member[]): string[] {
    const lines = members
      .filter((one) => !ts.isComputedPropertyName(one.name))
      .map((one) => {
        const comment = this.#described(one, `${owner}.${nameOf(one)}`)
        const text = withoutComments(one)
          .replace(/^readonly /, '')
          .replace(/;$/, '')
        return `- \`${text}\`\n${indented(sentences(comment))}`
      })
    return lines.length === 0 ? [] : [lines.join('\n')]
  }

  #described(node: ts.Node, name: string): Comment {
    const comment = commentOf(node)
    if (comment.text === '') this.#lacks(node, `${name} has no doc comment`)
    return comment
  }

  #requireShapes(node: ts.FunctionDeclaration, comment: Comment): void {
    for (const { name } of node.parameters)
      if (!comment.params.has(name.getText()))
        this.#lacks(node, `${nameOf(node)} lacks @param ${name.getText()}`)
    if (comment.returns === '') this.#lacks(node, `${nameOf(node)} lacks @returns`)
  }

  #lacks(node: ts.Node, problem: string): void {
    const file = node.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    this.problems.push(`${relative(this.#root, file.fileName)}:${line + 1}: ${problem}`)
  }
}

const HEAD = `# Library reference

<!-- Written by tools/library-reference.ts from the doc comments of library/: change those, then run npm run generate. -->

\`import { createSimulator, verifyWebhook } from 'vskit'\` starts simulators in your own process and verifies webhooks;
[install the package](install.md) first.
\`import { testOrganization } from 'vskit/testing'\` gives a test file its own organization in one line. Recipes for test runners are in
[examples/testing](../examples/testing). Types for \`openapi-fetch\` are in \`vskit/openapi\` (\`paths\`, \`webhooks\`, \`components\`, \`operations\`), the documents in
\`vskit/openapi.json\` and \`vskit/control-openapi.json\`. The browser SDK has [a page of its own](../sdk/README.md).

Times are \`Date\` objects of the simulated clock, unless a name or description says otherwise.

An unknown option, or one of a wrong type, throws a \`TypeError\`. The simulator checks some options itself: it rejects them with a \`SimulatorError\` of code
\`validation_error\`, which names each problem. These are:

- the members of \`requests\`, \`fault\`, \`reset\`, \`submit\`, \`submitStep\`, \`createKey\`, \`update\` and \`createSession\`;
- \`session\` of \`trigger\`;
- the members of \`organization\` that \`OrganizationOptions\` does not list.

A method of \`TestOrganization\` takes no \`organization\`, and \`listen\` no \`mode\`: each throws
a \`TypeError\`. A simulator that is closed or cannot be reached causes a \`SimulatorError\` without a \`status\`.

## Module systems and test runners

The package consists of ES modules. CommonJS modules can load it, too: \`const { createSimulator } = require('vskit')\`.

| tool | what it needs |
|---|---|
| TypeScript | 5.2 or newer; \`"moduleResolution"\`: \`node16\`, \`nodenext\` or \`bundler\`. A CommonJS file also needs \`"module": "nodenext"\`: \`node16\` refuses the import (TS1471, TS1479), as do versions of TypeScript older than 5.8 |
| esbuild for code that runs on Node.js | \`--external:vskit\` because the package reads files of its own folder. In other bundlers, mark \`vskit\` as external |
| Jest | \`node --experimental-vm-modules node_modules/jest/bin/jest.js\` and the test environment \`node\`, not \`jsdom\` |
| Jest on Node.js older than 24.9 | also: test files are ES modules, and \`globalSetup\` starts the simulator, as in the recipe; \`createSimulator\` does not work in a test file |
| Vitest | nothing; \`jsdom\` and \`happy-dom\` work, too |
| Mocha | \`--timeout 30000\`, because a simulator may take longer to start than the 2 seconds of a hook |
| node:test | for test files in TypeScript, \`"type": "module"\` in \`package.json\`; \`npm init\` writes \`"commonjs"\` |
| fake timers | a real \`process.nextTick\` and \`queueMicrotask\`: \`vi.useFakeTimers()\` is enough, Jest needs \`jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })\`. Import \`vskit\` before the timers are faked |`

function nameOf(node: ts.NamedDeclaration): string {
  return node.name!.getText()
}

function signatureOf(node: ts.FunctionDeclaration): string {
  const parameters = node.parameters.map((one) => withoutComments(one)).join(', ')
  return `function ${nameOf(node)}(${parameters}): ${node.type!.getText()}`
}

/** Returns the text of a declaration on one line. */
function withoutComments(node: ts.Node): string {
  return (
    node
      .getText()
      .replaceAll(/\/\*[^]*?\*\//g, '')
      // Members of an object on lines of their own.
      .replaceAll(/([^\s{(,;|&=<])\s*\n\s*(?=[\w'"[])/g, '$1; ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('( ', '(')
      .replaceAll(/, (?=\))/g, '')
      .trim()
  )
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``
}

function prose(comment: Comment): string[] {
  const params = [...comment.params].map(([name, text]) => `- \`${name}\`: ${text}`)
  return [
    comment.text,
    params.join('\n'),
    comment.returns && `Returns ${lower(comment.returns)}${stop(comment.returns)}`,
    comment.throws.map((one) => `Throws ${one}${stop(one)}`).join('\n\n'),
  ].filter((part) => part !== '')
}

/** Formats a comment as one paragraph, for a list item. */
function sentences(comment: Comment): string {
  const params = [...comment.params]
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `\`${name}\`: ${text}${stop(text)}`)
  return [
    comment.text,
    ...params,
    comment.returns && `Returns ${lower(comment.returns)}${stop(comment.returns)}`,
    ...comment.throws.map((one) => `Throws ${one}${stop(one)}`),
    comment.default && `Default: ${comment.default}${stop(comment.default)}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

function stop(text: string): string {
  return /[.!?]$/.test(text) ? '' : '.'
}

function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
