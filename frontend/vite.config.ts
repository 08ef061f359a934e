import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Django serves the build through its static files, every page through index.html.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  plugins: [react()],
  // The build lists hundreds of chunks otherwise; weigh.js checks their sizes.
  logLevel: command === "build" ? "warn" : "info",
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    proxy: {
      "/api": process.env["SUBTEXT_API"] ?? "http://127.0.0.1:8000",
      "/media": process.env["SUBTEXT_API"] ?? "http://127.0.0.1:8000",
    },
  },
  build: {
    target: "es2022",
    sourcemap: false,
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What every page needs in a few files: many small ones compress worse.
        codeSplitting: {
          groups: [
            {
              name: "libraries",
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|openapi-fetch|openapi-react-query|@tanstack\/[a-z-]+|use-sync-external-store)\//,
            },
            { name: "mantine", test: /node_modules\/@mantine\/core\/esm\/core\// },
            { name: "icons", test: /@tabler\/icons-react\/.*\/icons\//, minShareCount: 4 },
            { name: "features", test: /src\/features\/[^/]+\/(api[^/]*|search|routes)\.ts/ },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    // One jsdom a worker: what a test leaves in it is taken away by the setup file.
    isolate: false,
    pool: "threads",
    // Other gates take the processors: a test that waits is not a fault.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
