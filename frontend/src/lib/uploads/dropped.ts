import type { ChosenFile } from "./parts";

/** Return dropped files, and those in dropped folders. Must be called during the event. */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  // The list is emptied after the event.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...data.files].map((file) => ({ path: file.name, file }));
  return (await Promise.all(entries.map(filesOf))).flat();
}

/** Return files picked in a dialog; those of a folder carry their path. */
export function pickedFiles(list: FileList): ChosenFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function filesOf(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  // A folder is read in batches; an empty one is the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) break;
    inside.push(...portion);
  }
  return (await Promise.all(inside.map(filesOf))).flat();
}
