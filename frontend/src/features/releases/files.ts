import type { ReleaseFile } from "./api";

export interface FileFolder {
  name: string;
  files: readonly ReleaseFile[];
  bytes: number;
}

/** Return the files at the top, and each folder with all its files. */
export function groupByFolder(all: readonly ReleaseFile[]): {
  top: ReleaseFile[];
  folders: FileFolder[];
} {
  const folderOf = ({ path }: ReleaseFile) => path.split("/").slice(0, -1)[0];
  const names = new Set(all.map(folderOf));
  return {
    top: all.filter((file) => folderOf(file) === undefined),
    folders: [...names]
      .filter((name) => name !== undefined)
      .map((name) => {
        const files = all.filter((file) => folderOf(file) === name);
        return { name, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
      }),
  };
}
