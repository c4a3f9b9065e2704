/** What keeps a backup from being made or used, in one sentence for the operator. */
export class BackupError extends Error {}
