// What each reason of the CLI's for a failure means, and what to do.
import type { l10n } from 'vscode';
import type { ReasonWords } from './toldWords.js';
import { toldWords } from './toldWords.js';

/** `reason`: the CLI's name. Undefined for a name that is newer than this table. */
export function reasonWords(t: typeof l10n.t, reason: string): ReasonWords | undefined {
  return words.get(reason)?.(t) ?? toldWords(t, reason);
}

/** Every name that has words. */
export const reasonsWithWords = (): readonly string[] => [...words.keys()];

type Make = (t: typeof l10n.t) => ReasonWords;

const serviceFault: Make = t => ({ text: t('Claude’s service had an error. Wait a moment, then try again.') });
const fullContext: Make = t => ({ text: t('The conversation is too long for the model. Send /compact, or begin a new chat.') });
const hookStopped: Make = t => ({ text: t('A hook has stopped Claude here.'), isExpected: true });
const organization: Make = t => ({
  text: t('Your organization’s settings keep Claude from starting. Ask the person who manages them.'),
  actions: ['showLog'],
});
const organizationUnreachable: Make = t => ({
  text: t('The settings that your organization requires could not be loaded. Check the network, then send again.'),
  actions: ['showLog'],
});
const ownFault: Make = t => ({
  text: t(
    'The Claude CLI did not get what it needs at its start. If “parley.claude.path” names a script of your own, check what it changes.',
  ),
  actions: ['openSettings', 'showLog'],
});
const worktree: Make = t => ({
  text: t('The CLI cannot continue this chat in its Git worktree. Check the worktree, or begin a new chat.'),
  actions: ['showLog'],
});

const words: ReadonlyMap<string, Make> = new Map(
  Object.entries<Make>({
    // What the API says (`assistant.error`).
    oauth_org_not_allowed: t => ({
      text: t(
        'Your organization does not let this account use Claude Code. Log in with another account, or ask the person who manages it.',
      ),
      actions: ['logIn', 'useApiKey'],
    }),
    account_on_hold: t => ({ text: t('Your Claude account is on hold. Anthropic’s support can tell you why.') }),
    verification_required: t => ({ text: t('Your Claude account has to be verified first. Do that on claude.ai, then try again.') }),
    billing_error: t => ({
      text: t('The account has no credit, or a payment failed. Check its billing, then try again.'),
      actions: ['useApiKey'],
    }),
    rate_limit: t => ({ text: t('A limit of your plan or key has been reached. Try again after it resets.') }),
    overloaded: t => ({ text: t('Claude’s service is overloaded. Wait a moment, then try again.') }),
    invalid_request: t => ({ text: t('Claude’s service did not accept the request. A new chat often helps.'), actions: ['showLog'] }),
    model_not_found: t => ({
      text: t('The chosen model does not exist, or your account may not use it. Choose another one below the message box, then try again.'),
    }),
    server_error: serviceFault,
    unknown: t => ({
      text: t('Claude could not finish. Try again in a moment.'),
      actions: ['showLog'],
    }),
    max_output_tokens: t => ({ text: t('The answer reached its maximum length. Write “Continue” for the rest.') }),
    cloud_credential_error: t => ({
      text: t('Your cloud provider refused the credentials. Renew them, then try again.'),
      actions: ['openSettings'],
    }),

    // How the turn ended (`terminal_reason`), and what 2.0.77 says in its place.
    blocking_limit: fullContext,
    prompt_too_long: fullContext,
    rapid_refill_breaker: t => ({
      text: t('The context was full again right after each compaction, so Claude stopped. Begin a new chat, or have it read less at once.'),
    }),
    image_error: t => ({ text: t('An image could not be used. Send the message again without it, or with a smaller one.') }),
    model_error: serviceFault,
    api_error: serviceFault,
    malformed_tool_use_exhausted: t => ({
      text: t('Claude wrote unreadable tool calls several times. Write “Continue” to let it try again.'),
    }),
    stop_hook_prevented: hookStopped,
    hook_stopped: hookStopped,
    max_turns: t => ({ text: t('Claude has used all the steps one turn may have. Write “Continue” for more.') }),
    budget_exhausted: t => ({ text: t('The budget that was set for this chat is used up.') }),
    structured_output_retry_exhausted: t => ({ text: t('Claude could not give its answer in the form that was asked for.') }),
    turn_setup_failed: t => ({ text: t('Claude could not begin this turn. Try again in a moment.'), actions: ['showLog'] }),

    // Why the CLI did not start (`startup_failure_reason`).
    org_pin_api_key_conflict: t => ({
      text: t('Your organization wants a log-in, but an API key is set. Remove the key from the environment, then log in.'),
      actions: ['logIn', 'openSettings'],
    }),
    provider_not_allowed: t => ({
      text: t('Your organization does not allow the API provider that is set up here. Choose one that it allows.'),
      actions: ['openSettings'],
    }),
    org_verify_failed: t => ({
      text: t('The organization of your log-in could not be verified. Check the network, or log in again.'),
      actions: ['logIn'],
    }),
    org_pin_mismatch: t => ({
      text: t('Your log-in belongs to another organization than this computer allows. Log in with an account of the allowed one.'),
      actions: ['logIn'],
    }),
    managed_settings_invalid: organization,
    remote_settings_required_unavailable: organizationUnreachable,
    org_config_required_unavailable: organizationUnreachable,
    org_config_refused: t => ({
      text: t('Your organization’s settings were refused for this log-in. Log in again, or ask the person who manages them.'),
      actions: ['logIn'],
    }),
    gateway_signin_required: t => ({
      text: t('The gateway of your organization has ended your log-in. Log in again.'),
      actions: ['logIn'],
    }),
    gateway_access_denied: t => ({ text: t('Your organization’s gateway refused access. Ask the person who manages it.') }),
    proxy_invalid: t => ({
      text: t('A proxy setting is not a complete URL. Correct it in the environment, then send again.'),
      actions: ['openSettings'],
    }),
    temp_dir_unusable: t => ({
      text: t('The CLI cannot use the folder for temporary files. Check who owns it and whether the disk is full.'),
    }),
    cwd_unavailable: t => ({
      text: t('The folder that Claude works in is gone or cannot be read. Restore it or open another folder.'),
      actions: ['openFolder'],
    }),
    shell_tool_missing: t => ({
      text: t('Claude found no shell: on Windows it needs Git Bash or PowerShell. Install Git, then send again.'),
    }),
    session_held_by_background: t => ({
      text: t('This chat runs as a background session of the Claude CLI. End it there, then send again.'),
    }),
    worktree_resume_refused: worktree,
    worktree_unverified: worktree,
    cli_version_too_old: t => ({
      text: t('Anthropic no longer allows this version of the Claude CLI. Update it, then send again.'),
      actions: ['updateCli'],
    }),
    bypass_root: t => ({
      text: t('Claude does not bypass permissions for the user root. Choose another permission mode, then send again.'),
    }),
    sandbox_required_unavailable: t => ({
      text: t('A sandbox is required, and it cannot run on this computer.'),
      actions: ['showLog'],
    }),
    initialize_not_first: ownFault,
    managed_settings_not_delivered: ownFault,
    initialize_fields_not_delivered: ownFault,
    config_file_invalid: t => ({
      text: t('A configuration file of the Claude CLI is not valid JSON. Correct it, then send again.'),
      actions: ['showLog'],
    }),
  }),
);
