import { Argument, Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** `vskit completion bash | zsh | fish`: prints a script that completes commands and flags. */
export function completionCommand(allCommands: () => Promise<Command[]>): Command {
  return new Command('completion')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
Install it with:
  bash  vskit completion bash >> ~/.bashrc
  zsh   vskit completion zsh > "\${fpath[1]}/_vskit"
  fish  vskit completion fish > ~/.config/fish/completions/vskit.fish`,
    )
    .action(async (shell: Shell) => {
      const words = wordsOf(await allCommands())
      console.log(SCRIPTS[shell](words))
    })
}

interface Words {
  /** Paths of all commands, such as `vskit clock advance`. */
  paths: string[]
  /** Possible next words by the path of a command: subcommands, choices of its arguments, flags. */
  following: [path: string, words: string[]][]
  /** Choices by path and flag; none for a free value. */
  values: [pathAndFlag: string, choices: readonly string[]][]
}

function wordsOf(commands: Command[]): Words {
  const words: Words = {
    paths: [],
    following: [['vskit', [...commands.map((one) => one.name()), '--help', '--version']]],
    values: [],
  }
  const add = (command: Command, above: string): void => {
    const path = `${above} ${command.name()}`
    const options = command.options.filter((option) => option.long !== undefined && !option.hidden)
    words.paths.push(path)
    words.following.push([
      path,
      [
        ...command.commands.map((one) => one.name()),
        ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
        ...options.map(({ long }) => long!),
        '--help',
      ],
    ])
    for (const { long, required, argChoices } of options)
      if (required) words.values.push([`${path} ${long}`, argChoices ?? []])
    for (const one of command.commands) add(one, path)
  }
  for (const one of commands) add(one, 'vskit')
  return words
}

const oneOf = (texts: string[]): string => texts.map((text) => `"${text}"`).join('|')
const freeOf = ({ values }: Words): string[] =>
  values.filter(([, choices]) => choices.length === 0).map(([flag]) => flag)
const chosenOf = ({ values }: Words) => values.filter(([, choices]) => choices.length > 0)

// A word that is not a command here is an argument, or the value of a flag.
const SCRIPTS: Record<Shell, (words: Words) => string> = {
  bash: (words) => {
    const reply = (list: readonly string[]) =>
      `COMPREPLY=($(compgen -W "${list.join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}"))`
    return `_vskit() {
  local path=vskit word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ "$word" = -- ]; then return; fi
    case "$path $word" in ${oneOf(words.paths)}) path="$path $word" ;; esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${chosenOf(words)
  .map(([flag, choices]) => `    "${flag}") ${reply(choices)}; return ;;`)
  .join('\n')}
    ${oneOf(freeOf(words))}) return ;;
  esac
  case "$path" in
${words.following.map(([path, list]) => `    "${path}") ${reply(list)} ;;`).join('\n')}
  esac
}
complete -o default -F _vskit vskit`
  },
  zsh: (words) => `#compdef vskit
_vskit() {
  local path_=vskit word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ "$word" = -- ]]; then _files; return; fi
    case "$path_ $word" in ${oneOf(words.paths)}) path_="$path_ $word" ;; esac
  done
  case "$path_ $words[CURRENT-1]" in
${chosenOf(words)
  .map(([flag, choices]) => `    "${flag}") compadd -- ${choices.join(' ')}; return ;;`)
  .join('\n')}
    ${oneOf(freeOf(words))}) _files; return ;;
  esac
  case "$path_" in
${words.following.map(([path, list]) => `    "${path}") compadd -- ${list.join(' ')} ;;`).join('\n')}
  esac
}
# From a folder of $fpath the file is the body of the function; else it is read by source or eval.
if [[ "$funcstack[1]" = _vskit ]]; then _vskit; else compdef _vskit vskit; fi`,
  fish: (words) =>
    [
      'function __vskit_at',
      '  set -l words (commandline -opc)',
      '  set -l path vskit',
      '  for word in $words[2..]',
      '    if test "$word" = --; return 1; end',
      `    if contains -- "$path $word" ${words.paths.map((path) => `"${path}"`).join(' ')}`,
      '      set path "$path $word"',
      '    end',
      '  end',
      `  if contains -- "$path $words[-1]" ${words.values.map(([flag]) => `"${flag}"`).join(' ')}`,
      '    set path "$path $words[-1]"',
      '  end',
      '  test "$path" = "$argv[1]"',
      'end',
      ...[...words.following, ...chosenOf(words)].map(
        ([path, list]) => `complete -c vskit -n '__vskit_at "${path}"' -a '${list.join(' ')}'`,
      ),
    ].join('\n'),
}
