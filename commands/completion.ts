import { Argument, Command, type Option } from 'commander'

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

/**
 * Possible next words (subcommands, flags, choices) by the words before them; the first entry is that of `vskit`
 * itself.
 */
type Words = [before: string, following: string[]][]

function wordsOf(commands: Command[]): Words {
  const of = (command: Command, before: string): Words => [
    [
      before,
      [
        ...command.commands.map((one) => one.name()),
        ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
        ...command.options.map(({ long }: Option) => long ?? '').filter(Boolean),
        '--help',
      ],
    ],
    ...command.commands.flatMap((one) => of(one, `${before} ${one.name()}`)),
  ]
  return [
    ['vskit', [...commands.map((one) => one.name()), '--help', '--version']],
    ...commands.flatMap((one) => of(one, `vskit ${one.name()}`)),
  ]
}

const SCRIPTS: Record<Shell, (words: Words) => string> = {
  bash: (words) => `_vskit() {
  local before="" word
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD}"; do
    case "$word" in -*) ;; *) before="$before\${before:+ }$word" ;; esac
  done
  before="vskit\${before#*vskit}"
  case "$before" in
${words.map(([before, following]) => `    "${before}") COMPREPLY=($(compgen -W "${following.join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`).join('\n')}
    *) COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")) ;;
  esac
}
complete -o default -F _vskit vskit`,
  zsh: (words) => `#compdef vskit
_vskit() {
  local before="vskit" word
  for word in "\${words[@]:1:CURRENT-2}"; do
    case "$word" in -*) ;; *) before="$before $word" ;; esac
  done
  case "$before" in
${words.map(([before, following]) => `    "${before}") compadd -- ${following.join(' ')} ;;`).join('\n')}
    *) _files ;;
  esac
}
compdef _vskit vskit`,
  fish: (words) =>
    [
      'function __vskit_before',
      '  string match -v -- "-*" (commandline -opc) | string join " "',
      'end',
      ...words.map(
        ([before, following]) =>
          `complete -c vskit -n 'test (__vskit_before) = "${before}"' -a '${following.join(' ')}'`,
      ),
    ].join('\n'),
}
