/** Tells the operator why a backup cannot be made or used. */
export class BackupError extends Error {}
