/** Of data.json in "Download My Data". It grows when a reader of an older version would misread it, not for a new field. */
export const archiveVersion = 1
